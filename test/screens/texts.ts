// The terms, FAQ and privacy pages, and the report form.
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const REPORTS = /\/api\/reports$/;

const fillReport = async (page: Page): Promise<void> => {
  await page.getByLabel('What are you reporting?').fill('/resources');
  await page.getByLabel('Reason').selectOption('malware');
  await page.getByLabel('Details').fill('The third file opens something that it should not.');
  await page.getByLabel('Your email').fill('reporter@outside.example');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send report' }).click();
};

export const group = 'catalogue';

export const textScreens: Screen[] = [
  { name: 'terms', path: '/terms' },
  { name: 'faq', path: '/faq' },
  { name: 'privacy', path: '/privacy' },
  { name: 'report', path: '/report?about=%2Fresources' },
  { name: 'report-member', path: '/report', as: 'member' },
  {
    name: 'report-invalid',
    path: '/report',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.getByText('Choose a reason.').waitFor();
    },
    complaint: /status of 400/,
  },
  {
    name: 'report-failed',
    path: '/report',
    before: (page) => page.route(REPORTS, (route) => route.abort()),
    prepare: async (page) => {
      await fillReport(page);
      await page.getByRole('alert').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'report-sent',
    path: '/report',
    before: (page) => page.route(REPORTS, (route) => route.fulfill({ status: 202, json: { number: 12 } })),
    prepare: async (page) => {
      await fillReport(page);
      await page.getByRole('heading', { name: 'We received your report (no. 12)' }).waitFor();
    },
  },
];
