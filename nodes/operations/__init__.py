"""Operations: what one wrote, its receipt, and the change set that takes it back."""
