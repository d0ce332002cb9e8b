"""The pages, one file each: widgets only, what they show comes from plain functions."""
