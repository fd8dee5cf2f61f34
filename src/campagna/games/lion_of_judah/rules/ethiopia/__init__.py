"""Leaders, warriors, bribes and patriots of Ethiopia."""
