// A separate blocking script in the head, so that a dark page does not flash white. It imports nothing.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // Without storage, the system setting applies.
}
