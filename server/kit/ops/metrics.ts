// Numbers about this process and its site for a monitoring system, on a port of their own that only this machine reaches.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type OpsDoor, openOpsDoor } from './ops-server.ts';

/** A number at this moment; null, or a failure, leaves it out of the answer. */
type Read = () => number | null | Promise<number | null>;

/** One number of several: what it is about, by the names of the labels. */
export type Sample = { labels: Record<string, string>; value: number };

export type Metrics = {
  observe(app: FastifyInstance): void;
  /** Shows a number that is read whenever somebody asks. */
  watch(name: string, help: string, read: Read): void;
  /** Shows several numbers of one name, told apart by labels; what is not among them any more is not shown any more. */
  watchEach(name: string, help: string, labels: readonly string[], read: () => Promise<Sample[]> | Sample[]): void;
  /** Counts what happens: the function that is answered adds to one of the counters. */
  count(name: string, help: string, labels: readonly string[]): (of: Record<string, string>, by?: number) => void;
  /** Notes how long things took, in seconds. */
  time(
    name: string,
    help: string,
    options: { labels: readonly string[]; buckets: number[] },
  ): (of: Record<string, string>, seconds: number) => void;
  /** Opens the door to them (kit/ops/ops-server.ts). */
  listen(port: number, door?: OpsDoor): Promise<Server>;
};

/** Requests by route pattern and status, their times, and Node's own numbers. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({ name: 'http_requests_total', help: 'Answered requests.', labelNames, registers });
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Time until the answer was sent, in seconds.',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const unread = new Counter({
    name: 'helix_metrics_unread_total',
    help: 'Numbers that could not be read when they were asked for.',
    labelNames: ['metric'],
    registers,
  });

  // One number that cannot be read must not hide all others: that is when they are needed.
  const readOr = async <T>(metric: string, nothing: T, read: () => Promise<T> | T): Promise<T> => {
    try {
      return await read();
    } catch {
      unread.inc({ metric });
      return nothing;
    }
  };

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
        registers,
        async collect() {
          const value = await readOr(name, null, read);
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    watchEach(name, help, labels, read) {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const samples = await readOr<Sample[]>(name, [], read);
          this.reset();
          for (const sample of samples) this.set(sample.labels, sample.value);
        },
      });
    },
    count(name, help, labels) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      return (of, by = 1) => counter.inc(of, by);
    },
    time(name, help, { labels, buckets }) {
      const histogram = new Histogram({ name, help, labelNames: [...labels], buckets, registers });
      return (of, seconds) => histogram.observe(of, seconds);
    },
    listen: (port, door) => openOpsDoor(port, { type: registry.contentType, read: () => registry.metrics() }, door),
  };
}
