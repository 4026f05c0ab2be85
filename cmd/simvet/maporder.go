package main

var maporder = newAnalyzer("maporder", "report iteration over maps whose order shows", func(p *pass) {})
