// A process that crashes in one of several ways with secrets in its error; see log-canaries.test.ts.
import pg from 'pg';
import { endOnCrash } from '#server/kit/ops/crash.ts';
import { requestLog } from '#server/kit/ops/log.ts';

const [way = '', secret = ''] = process.argv.slice(2);

endOnCrash(requestLog('info'));
const error = Object.assign(new Error('something failed'), {
  detail: `Key (email)=(${secret})`,
  headers: { cookie: secret },
});
setTimeout(() => {}, 60_000);
if (way === 'thrown')
  setImmediate(() => {
    throw error;
  });
if (way === 'rejected') void Promise.reject(error);
if (way === 'value') {
  const wrong = new pg.DatabaseError(`invalid input syntax for type uuid: "${secret}"`, 100, 'error');
  wrong.code = '22P02';
  void Promise.reject(wrong);
}
if (way === 'json') setImmediate(() => JSON.parse(`"${secret}`.replace('"', '{')));
