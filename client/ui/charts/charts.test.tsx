// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BarChart } from './bar-chart.tsx';
import { axisNumber } from './chart-numbers.ts';
import { ChartPanel } from './chart-panel.tsx';
import { DoughnutChart } from './doughnut-chart.tsx';
import { LineChart, Sparkline } from './line-chart.tsx';
import { UsageBar, usageTone } from './usage-bar.tsx';

// jsdom has no layout and no ResizeObserver, so charts keep their initial width.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);
afterEach(cleanup);

const pointsOf = (...values: number[]) =>
  values.map((value, place) => ({ at: new Date(Date.UTC(2026, 0, 1 + place)), name: `Jan ${1 + place}`, value }));

/** All numbers in the SVG paths. None may be NaN. */
const numbersOf = (container: HTMLElement): number[] =>
  [...container.querySelectorAll('path')].flatMap((path) =>
    [...(path.getAttribute('d') ?? '').matchAll(/-?[\d.]+|NaN/g)].map(([text]) => Number(text)),
  );

describe('charts', () => {
  it.each([[[5]], [[0, 0, 0]], [[3, 1, 40_000]]])('draw a line without gaps for %j', (values) => {
    const { container } = render(<LineChart label="Users" points={pointsOf(...values)} tone="tally" />);
    expect(screen.getByRole('img', { name: 'Users' })).toBeTruthy();
    const numbers = numbersOf(container);
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers.every(Number.isFinite)).toBe(true);
  });

  it('draw nothing without enough data', () => {
    expect(render(<LineChart label="Users" points={[]} tone="tally" />).container.innerHTML).toBe('');
    expect(render(<Sparkline values={[4]} />).container.innerHTML).toBe('');
  });

  it('draw a flat line for equal values', () => {
    expect(numbersOf(render(<Sparkline values={[7, 7, 7]} />).container).every(Number.isFinite)).toBe(true);
  });

  it('draw ring segments for non-zero shares and list all numbers', () => {
    const shares = [
      { name: 'User', value: 1200, tone: 'muted' },
      { name: 'Admin', value: 0, tone: 'daylight' },
    ] as const;
    const { container } = render(<DoughnutChart label="Users by role" shares={shares} />);
    expect(screen.getByRole('img', { name: 'Users by role: 1,200 in total' })).toBeTruthy();
    expect(container.querySelectorAll('path')).toHaveLength(1);
    expect(screen.getByText('Admin').parentElement?.textContent).toBe('Admin0');
  });

  it('size bars in proportion to their values', () => {
    const bars = [
      { name: 'Free', value: 200 },
      { name: '3D', value: 50 },
    ];
    const { container } = render(<BarChart label="Resources" bars={bars} />);
    const widths = [...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) =>
      Number.parseFloat(style.width),
    );
    expect(widths[0]).toBe(4 * (widths[1] ?? 0));
  });

  it('show the same numbers as a table', () => {
    render(
      <ChartPanel title="Growth" columns={['Day', 'Users']} rows={[{ name: 'Jan 1', value: 1234 }]}>
        <p>drawn</p>
      </ChartPanel>,
    );
    expect(screen.queryByRole('table')).toBeNull();
    const button = screen.getByRole('button', { name: 'Show Growth as a table' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('row', { name: 'Jan 1 1,234' })).toBeTruthy();
    expect(screen.queryByText('drawn')).toBeNull();
  });

  it('shorten the numbers on an axis', () => {
    expect([0, 750, 1500, 200_000, 3_000_000].map(axisNumber)).toEqual(['0', '750', '1.5k', '200k', '3M']);
  });
});

describe('usage bar', () => {
  it('is green up to 70 percent, yellow above, red above 90', () => {
    expect([0, 70, 70.1, 90, 90.1, 100].map(usageTone)).toEqual([
      'scope',
      'scope',
      'tungsten',
      'tungsten',
      'clip',
      'clip',
    ]);
  });

  it('gives screen readers the value in percent', () => {
    render(<UsageBar label="Disk" percent={61.44} />);
    expect(screen.getByRole('meter', { name: 'Disk' }).getAttribute('aria-valuetext')).toBe('61.4%');
  });
});
