// Which host names mean this machine.
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export const isLoopbackName = (host: string): boolean => loopbackNames.has(host);
