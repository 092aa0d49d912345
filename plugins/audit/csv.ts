import type { AuditEntry } from '@typecase/contract/audit'

import { describeDetails, nameOf } from './words.ts'

const HEAD = ['time', 'who', 'what', 'to', 'details', 'ip', 'agent', 'assistant']

/** Returns entries as CSV for spreadsheets. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => [
    entry.created_at,
    nameOf(entry),
    entry.kind,
    entry.subject.title,
    describeDetails(entry.details),
    entry.ip ?? '',
    entry.agent ?? '',
    entry.client ?? '',
  ])
  return [HEAD, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Returns a cell. Text that looks like a formula gets an apostrophe, because users choose names and titles. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
