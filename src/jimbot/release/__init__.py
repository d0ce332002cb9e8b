"""What is fit to hand out: regression gates, champions and challengers, deploy packages."""
