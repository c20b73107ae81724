"""Whether a reader who sees nothing but a prompt answers its question rightly."""
