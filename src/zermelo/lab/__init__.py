"""The lectures at work: worked examples, quizzes and the gallery."""
