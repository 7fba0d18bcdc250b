export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  advice?: string;
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message });
export const warn = (name: string, message: string, advice: string): Check => ({
  name,
  status: 'warn',
  message,
  advice,
});
export const fail = (name: string, message: string, advice: string): Check => ({
  name,
  status: 'fail',
  message,
  advice,
});
