// Metrics about this process and the site for a monitoring system, on a separate port that only this machine can reach.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type OpsDoor, openOpsDoor } from './ops-server.ts';

/** Reads the current value. If it returns null or fails, the metric is left out of the response. */
type Read = () => number | null | Promise<number | null>;

/** One value of a metric, with its label values by label name. */
export type Sample = { labels: Record<string, string>; value: number };

export type Metrics = {
  observe(app: FastifyInstance): void;
  /** Adds a gauge whose value is read on every scrape. */
  watch(name: string, help: string, read: Read): void;
  /** Adds a gauge with labels, read on every scrape; label values that are no longer returned disappear. */
  watchEach(name: string, help: string, labels: readonly string[], read: () => Promise<Sample[]> | Sample[]): void;
  /** Adds a counter with labels. The returned function increments it. */
  count(name: string, help: string, labels: readonly string[]): (of: Record<string, string>, by?: number) => void;
  /** Adds a histogram of durations in seconds. The returned function records one. */
  time(
    name: string,
    help: string,
    options: { labels: readonly string[]; buckets: number[] },
  ): (of: Record<string, string>, seconds: number) => void;
  /** Starts the server that exposes the metrics (kit/ops/ops-server.ts). */
  listen(port: number, door?: OpsDoor): Promise<Server>;
};

/** Creates the registry, with request counts by route pattern and status, request durations, and Node's own metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({ name: 'http_requests_total', help: 'Requests answered.', labelNames, registers });
  const times = new Histogram({
    name: 'http_request_seconds',
    help: 'Time until the response was sent, in seconds.',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const unread = new Counter({
    name: 'helix_metrics_unread_total',
    help: 'Metrics that could not be read during a scrape.',
    labelNames: ['metric'],
    registers,
  });

  // One metric that cannot be read must not hide the others, because metrics are needed most during failures.
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
