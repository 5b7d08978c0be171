import { z } from 'zod';

/** The end of a chosen day in UTC; null for none. */
export const endOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59.000Z`);

/** A day that has not ended yet, or none. */
export const laterDay = z
  .string()
  .refine((day) => day === '' || Date.parse(endOf(day) ?? '') > Date.now(), 'Choose a day that is not over yet.');
