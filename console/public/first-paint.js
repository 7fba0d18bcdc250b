// Before anything is painted: the language and the colours that were chosen last in this browser.
try {
  const { language, colours } = JSON.parse(localStorage.getItem('doorway.preferences') ?? '{}');
  if (language) document.documentElement.lang = language;
  if (colours === 'light' || colours === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', colours);
} catch {
  // Then the page is as the system has it.
}
