"""Games in processes of their own: started, watched, ended."""
