// Numbers about this process for a monitoring system, on a port of their own that only this machine reaches.
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  observe(app: FastifyInstance): void;
  /** Shows a number that is read whenever somebody asks. */
  watch(name: string, help: string, read: () => number): void;
  listen(port: number): Promise<Server>;
};

/** Requests by route pattern and status, their times, and Node's own numbers. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests.',
    labelNames,
    registers: [registry],
  });
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Time until the answer was sent, in seconds.',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });

  return {
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        const labels = {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: String(reply.statusCode),
        };
        requests.inc(labels);
        times.observe(labels, reply.elapsedTime / 1000);
      });
    },
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    listen: (port) =>
      new Promise((resolve, reject) => {
        const server = createServer((request, response) => {
          if (request.url !== '/metrics') return void response.writeHead(404).end();
          registry.metrics().then(
            (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
            () => response.writeHead(500).end(),
          );
        });
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => resolve(server));
      }),
  };
};
