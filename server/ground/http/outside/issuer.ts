/** Whether a directory (OpenID Connect) may be asked. http is for one on the same machine, such as that of a test. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && username + password === '';
}
