// Sets the language and colours last chosen in this browser before the first paint.
try {
  const { language, colours } = JSON.parse(localStorage.getItem('doorway.preferences') ?? '{}');
  if (language) document.documentElement.lang = language;
  if (colours === 'light' || colours === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', colours);
} catch {
  // Without stored preferences the system's apply.
}
