// Runs before anything is painted, so that no page flashes in the other theme.
try {
  const theme = localStorage.getItem('leeway.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Where nothing may be kept, the system's theme it is.
}
