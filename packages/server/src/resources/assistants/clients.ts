import type { AssistantClient } from '@typecase/contract/assistants'
import { newId } from '@typecase/contract/ids'
import type { Selectable } from 'kysely'

import { MAX_ASSISTANT_CLIENTS } from '../../limits.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import { Failure } from '../../http/failure.ts'
import { OAuthError } from './oauth-error.ts'
import { describeRedirect, whyNotRedirectUri } from './redirect-uri.ts'
import './tables.ts'

const HOUR = 3600 * 1000
const MAX_REDIRECT_URIS = 10
const MAX_NAME = 80

export type ClientRow = Selectable<Tables['assistant_clients']>

interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** Parses the metadata of a registration (RFC 7591 §2) that we use. @throws OAuthError */
export function readClientMetadata(body: unknown): ClientMetadata {
  const { redirect_uris: uris, client_name: name } = (body ?? {}) as Record<string, unknown>
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    throw new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} addresses`,
    )
  const redirectUris = uris.map((uri: unknown, at) => {
    const problem = typeof uri === 'string' ? whyNotRedirectUri(uri) : 'is not a text'
    if (problem !== undefined)
      throw new OAuthError('invalid_redirect_uri', `redirect_uris.${at} ${problem}`)
    return uri as string
  })
  if (name !== undefined && typeof name !== 'string')
    throw new OAuthError('invalid_client_metadata', 'client_name must be a text')
  return { name: plainName(name) || describeRedirect(redirectUris[0] ?? ''), redirectUris }
}

/** Returns a name as a single line without control characters, including those that change the direction of text. */
const plainName = (name = ''): string =>
  name
    .replaceAll(/[^\P{C}\s]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)

/**
 * Stores a client. If there are too many, clients without a grant are deleted first.
 * @throws Failure `limited` if there are still too many
 */
export function addClient(
  db: Database,
  clock: Clock,
  { name, redirectUris }: ClientMetadata,
): Promise<ClientRow> {
  const now = clock.now()
  return db.write(async ({ db: tx }) => {
    const clients = tx.selectFrom('assistant_clients')
    if ((await countOf(clients)) >= MAX_ASSISTANT_CLIENTS) {
      await clearClients(tx, now - HOUR)
      if ((await countOf(clients)) >= MAX_ASSISTANT_CLIENTS)
        throw new Failure(
          'limited',
          'Too many assistants registered. Try again in an hour.',
          {},
          3600,
        )
    }
    return tx
      .insertInto('assistant_clients')
      .values({
        id: newId(now),
        name,
        redirect_uris: JSON.stringify(redirectUris),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }, 'serializable')
}

/** Deletes clients without a grant. @param before only clients registered until this time, UNIX ms */
export async function clearClients(db: Reader, before: number): Promise<void> {
  await db
    .deleteFrom('assistant_clients')
    .where('created_at', '<=', before)
    .where('id', 'not in', (eb) => eb.selectFrom('assistant_grants').select('client_id'))
    .execute()
}

export const findClient = (db: Reader, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('assistant_clients').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the redirect addresses that a client registered. */
export const redirectUrisOf = ({ redirect_uris }: Pick<ClientRow, 'redirect_uris'>): string[] =>
  // Only `addClient` writes this column, so the cast is safe.
  JSON.parse(redirect_uris) as string[]

/** Returns the parts of a client that people see. */
export const toClient = (
  row: Pick<ClientRow, 'id' | 'name' | 'redirect_uris'>,
  redirectUri = redirectUrisOf(row)[0] ?? '',
): AssistantClient => ({ id: row.id, name: row.name, host: describeRedirect(redirectUri) })
