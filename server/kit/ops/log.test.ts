import { Writable } from 'node:stream';
import fastify, { type FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { expect, it } from 'vitest';
import { RequestLines, requestLog } from './log.ts';

const canary = 'canary-3f9a-never-in-a-log';

const linesOf = (write: (log: ReturnType<typeof requestLog>) => void): string => {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(requestLog('info', sink));
  return text;
};

it('writes only allow-listed fields', () => {
  const text = linesOf((log) => {
    log.info({ path: '/resources', password: canary, token: canary, body: { email: canary } }, 'a line');
    log.child({ reqId: 'req-1' }).info({ cookie: canary, count: 3 }, 'another');
  });
  expect(text).not.toContain(canary);
  expect(text).toContain('"path":"/resources"');
  expect(text).toContain('"count":3');
});

it('writes a request without its query and headers, and a response without its body', () => {
  const text = linesOf((log) => {
    const headers = { cookie: `token=${canary}`, authorization: `Bearer ${canary}` };
    log.info({ req: { method: 'GET', url: `/direct-download/x?ticket=${canary}`, headers } }, 'request');
    log.info({ res: { statusCode: 200, payload: canary }, responseTime: 1.4 }, 'request completed');
  });
  expect(text).not.toContain(canary);
  expect(text).toContain('"path":"/direct-download/x"');
  expect(text).toContain('"status":200');
});

it('writes one short line per request, when the response is sent', async () => {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const loggerInstance = requestLog('info', sink) as FastifyBaseLogger;
  const app = fastify({ loggerInstance, logController: new RequestLines() });
  app.get('/resources/:id', () => 'x');
  await app.inject({ url: `/resources/1?token=${canary}`, headers: { cookie: canary } });
  await app.close();
  expect(JSON.parse(text)).toMatchObject({ method: 'GET', path: '/resources/1', status: 200, msg: 'request' });
  expect(text).not.toContain(canary);
  expect(text.length).toBeLessThan(160);
});

it("writes an error's name, message, stack and code, and no properties added by a driver", () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: `Key (email)=(${canary})`,
    parameters: [canary],
  });
  const text = linesOf((log) => {
    log.error({ err: error }, 'failed');
    log.error({ err: { secret: canary } }, 'failed');
  });
  expect(text).not.toContain(canary);
  expect(text).toContain('23505');
  expect(text).toContain('duplicate key');
});

it('leaves out values quoted in error messages', () => {
  const wrongValue = new pg.DatabaseError(`invalid input syntax for type uuid: "${canary}"`, 100, 'error');
  wrongValue.code = '22P02';
  const taken = new pg.DatabaseError('duplicate key value violates unique constraint "users_email_key"', 100, 'error');
  taken.code = '23505';
  const text = linesOf((log) => {
    for (const broken of [`${canary}`, `{"a":"${canary}`, `{"${canary}":nothing}`]) {
      try {
        JSON.parse(broken);
      } catch (error) {
        log.error({ err: error }, 'failed');
      }
    }
    log.error({ err: wrongValue }, 'failed');
    log.error({ err: taken }, 'failed');
  });
  expect(text).not.toContain('canary');
  expect(text).toContain('invalid input syntax for type uuid');
  expect(text).toContain('users_email_key');
  expect(text.match(/This is not valid JSON\./g)?.length).toBeGreaterThanOrEqual(3);
});
