import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Queries } from '@typecase/plugin-sdk/services'
import { formatDate } from '@typecase/ui/format'

import { passkeysQuery, sessionsQuery, tokensQuery } from './queries.ts'

/** Rows of the pickers: what the account has, by its words. */
const matching = (rows: readonly PickerRow[], query: string): PickerRow[] =>
  rows.filter(({ label, subtitle = '' }) => holdsWords(`${label} ${subtitle}`, query))

export async function sessionRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  const { sessions } = await services.get(Queries).fetchQuery(sessionsQuery(services))
  const rows = sessions.map(({ id, device, place, is_current, last_seen_at }) => ({
    id,
    value: id,
    label: device,
    subtitle: [
      is_current ? 'this browser' : `seen ${formatDate(last_seen_at)}`,
      ...(place === null ? [] : [place]),
    ].join(', '),
    icon: 'monitor',
  }))
  return matching(rows, query)
}

export async function passkeyRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  const { passkeys } = await services.get(Queries).fetchQuery(passkeysQuery(services))
  const rows = passkeys.map(({ id, title, created_at }) => ({
    id,
    value: id,
    label: title,
    subtitle: `added ${formatDate(created_at)}`,
    icon: 'key',
  }))
  return matching(rows, query)
}

export async function tokenRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  const { tokens } = await services.get(Queries).fetchQuery(tokensQuery(services))
  const rows = tokens.map(({ id, title, scope, expires_at }) => ({
    id,
    value: id,
    label: title,
    subtitle: `${scope}, until ${formatDate(expires_at)}`,
    icon: 'key',
  }))
  return matching(rows, query)
}
