// A blocking script of its own in the head, so that a dark page is never white first. Imports nothing.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // Without storage the system decides.
}
