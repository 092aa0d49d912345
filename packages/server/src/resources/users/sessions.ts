import { TOKEN_PREFIX } from '@typecase/contract/access-tokens'
import { ASSISTANT_TOKEN_PREFIX } from '@typecase/contract/assistants'
import { newId } from '@typecase/contract/ids'
import type { TokenScope } from '@typecase/contract/roles'
import type { SignedInSession } from '@typecase/contract/sessions'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import {
  MAX_SESSION_MS,
  SESSION_CACHE_MS,
  SESSION_IDLE_MS,
  SUPPORT_SESSION_MS,
} from '../../limits.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Reader } from '../../database/database.ts'
import { engineOf } from '../../database/session.ts'
import type { Write } from '../../database/write-queue.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { deviceOf } from '../../identity/device.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import '../assistants/tables.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    sessions: {
      token_hash: string
      /** The public id. Null for sessions that were opened before this column existed. */
      id: string | null
      user_id: string
      created_at: number
      last_seen_at: number
      expires_at: number
      ip: string | null
      agent: string | null
      /** Id of the staff member who looks at the account in a read-only support session. */
      support_by: string | null
    }
    access_tokens: {
      id: string
      token_hash: string
      user_id: string
      title: string
      scope: TokenScope
      /** JSON: ids of the buckets that the token is limited to; null for all. */
      bucket_ids: string | null
      created_at: number
      expires_at: number
      last_used_at: number | null
    }
  }
}

const HOUR = 3600 * 1000
/** Interval at which "last seen" is stored, so that not every call causes a write. */
const SEEN_EVERY = HOUR
const MAX_CACHED_SESSIONS = 10_000
const MAX_LISTED_SESSIONS = 1000

const TOPIC = 'sessions'

interface CachedSession {
  readAt: number
  principal: UserPrincipal
  lastSeen: number
  expiresAt: number
}

/**
 * Sessions, personal access tokens and tokens of assistants. All are opaque, looked up by their hash and revocable at
 * once.
 */
export interface Sessions {
  /**
   * Opens a session. Only `issueSession`, which decides about the one-time code, and the staff's support call this. A
   * support session is read-only and lasts an hour.
   */
  open(
    write: Write,
    userId: string,
    from: { ip: string; agent: string; supportBy?: string },
  ): Promise<string>
  /** Returns the user of a token; undefined if the token is unknown, ended or expired. */
  find(token: string): Promise<UserPrincipal | undefined>
  end(write: Write, sessionHash: string): Promise<void>
  /** Ends a session of the user by its id. @returns its device; undefined if there is no such session */
  endById(write: Write, userId: string, id: string): Promise<string | undefined>
  /** Lists the sessions of a user: the current one first, then by last use. */
  list(principal: UserPrincipal): Promise<SignedInSession[]>
  /** Makes the deletion of access tokens take effect at once, here and in other processes. */
  endTokens(write: Write, hashes: readonly string[]): void
  /** Ends all sessions of a user except one, after a change of the password, the address or the second factor. */
  endAll(write: Write, userId: string, exceptHash?: string): Promise<void>
  /**
   * Calls a listener when a session is ended, but not when it expires; only `find` detects that.
   * @returns a function that stops listening
   */
  onEnd(sessionHash: string, listener: () => void): () => void
}

/** Builds the statement that stores the last use of a session, an access token or an assistant. */
function seenStatement(db: Reader, hash: string, principal: UserPrincipal, now: number) {
  if (principal.client) {
    const grant = db
      .selectFrom('assistant_tokens')
      .select('grant_id')
      .where('token_hash', '=', hash)
    return db.updateTable('assistant_grants').set({ last_used_at: now }).where('id', 'in', grant)
  }
  return principal.tokenScope === undefined || principal.supportBy !== undefined
    ? db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', hash)
    : db.updateTable('access_tokens').set({ last_used_at: now }).where('token_hash', '=', hash)
}

/** The buckets that a token is limited to. */
const bucketsOf = ({ bucket_ids }: { bucket_ids: string | null }) =>
  // Only the server writes this column, so the cast is safe.
  bucket_ids === null ? {} : { bucketIds: JSON.parse(bucket_ids) as string[] }

export function createSessions(
  db: Database,
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Sessions {
  const cache = new LRUCache<string, CachedSession>({ max: MAX_CACHED_SESSIONS })
  const isShared = engineOf(db.read) === 'postgres'
  const listeners = new Map<string, Set<() => void>>()
  /** Increases whenever sessions end: a read that began before must not enter the cache. */
  let endings = 0

  async function readSession(hash: string, reader: Reader): Promise<CachedSession | undefined> {
    const row = await reader
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.user_id',
        'sessions.last_seen_at',
        'sessions.expires_at',
        'sessions.support_by',
        'users.is_staff',
        'users.status',
      ])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (!row || row.status === 'deactivated') return undefined
    return {
      readAt: clock.now(),
      principal: {
        kind: 'user',
        userId: row.user_id,
        sessionHash: hash,
        isStaff: row.is_staff === 1 && row.support_by === null,
        ...(row.support_by !== null && { tokenScope: 'read' as const, supportBy: row.support_by }),
      },
      lastSeen: row.last_seen_at,
      expiresAt: row.expires_at,
    }
  }

  async function readAccessToken(hash: string, reader: Reader): Promise<CachedSession | undefined> {
    const row = await reader
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select([
        'access_tokens.user_id',
        'access_tokens.title',
        'access_tokens.scope',
        'access_tokens.bucket_ids',
        'access_tokens.last_used_at',
        'access_tokens.expires_at',
        'users.status',
      ])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (row?.status !== 'active') return undefined
    return {
      readAt: clock.now(),
      principal: {
        kind: 'user',
        userId: row.user_id,
        sessionHash: hash,
        // Tokens have no staff rights, which are for people.
        isStaff: false,
        tokenScope: row.scope,
        tokenTitle: row.title,
        ...bucketsOf(row),
      },
      lastSeen: row.last_used_at ?? 0,
      expiresAt: row.expires_at,
    }
  }

  async function readAssistantToken(
    hash: string,
    reader: Reader,
  ): Promise<CachedSession | undefined> {
    const row = await reader
      .selectFrom('assistant_tokens as t')
      .innerJoin('assistant_grants as g', 'g.id', 't.grant_id')
      .innerJoin('assistant_clients as c', 'c.id', 'g.client_id')
      .innerJoin('users', 'users.id', 'g.user_id')
      .select(['g.user_id', 'g.scope', 'g.bucket_ids', 'g.last_used_at', 't.expires_at'])
      .select(['c.name', 'users.status'])
      .where('t.token_hash', '=', hash)
      .where('t.kind', '=', 'access')
      .executeTakeFirst()
    if (row?.status !== 'active') return undefined
    return {
      readAt: clock.now(),
      principal: {
        kind: 'user',
        userId: row.user_id,
        sessionHash: hash,
        isStaff: false,
        tokenScope: row.scope,
        ...bucketsOf(row),
        client: { name: row.name },
      },
      lastSeen: row.last_used_at ?? 0,
      expiresAt: row.expires_at,
    }
  }

  async function find(token: string): Promise<UserPrincipal | undefined> {
    const hash = hashToken(token)
    const now = clock.now()
    const endingsBefore = endings
    const cached = cache.get(hash)
    const isBelieved = cached && !(isShared && cached.readAt + SESSION_CACHE_MS <= now)
    const read = token.startsWith(TOKEN_PREFIX)
      ? readAccessToken
      : token.startsWith(ASSISTANT_TOKEN_PREFIX)
        ? readAssistantToken
        : readSession
    const session = isBelieved ? cached : await read(hash, db.read)
    const isIdle =
      session &&
      session.principal.tokenScope === undefined &&
      session.lastSeen + SESSION_IDLE_MS <= now
    if (!session || session.expiresAt <= now || isIdle) {
      cache.delete(hash)
      return undefined
    }
    if (endings !== endingsBefore) return find(token)
    cache.set(hash, session)
    if (now - session.lastSeen > SEEN_EVERY) {
      noteSeen(hash, session, now)
    }
    return session.principal
  }

  function forgetSessions(hashes: readonly string[]): void {
    endings += 1
    for (const hash of hashes) {
      cache.delete(hash)
      for (const listener of listeners.get(hash) ?? []) listener()
    }
  }

  /** Ends sessions in this process and in the others. */
  function end(hashes: readonly string[]): void {
    forgetSessions(hashes)
    // A message holds at most 100 hashes.
    for (let at = 0; at < hashes.length; at += 100) {
      db.messages.send(TOPIC, hashes.slice(at, at + 100))
    }
  }

  // Messages of this topic come from `end`, so the cast is safe.
  db.messages.on(TOPIC, (hashes) => forgetSessions(hashes as string[]))
  db.messages.onGap(() => cache.clear())

  /**
   * Stores the last use in the background: waiting for it would make a read wait for all writes in the queue.
   */
  function noteSeen(hash: string, session: CachedSession, now: number): void {
    const before = session.lastSeen
    session.lastSeen = now
    db.write(async ({ db: tx }) => {
      await seenStatement(tx, hash, session.principal, now).execute()
    }, 'read committed').catch((reason: unknown) => {
      // Resetting the time lets the next call try again.
      session.lastSeen = before
      log.warn({ err: reason }, 'last use of a session was not stored')
    })
  }

  return {
    async open({ db: tx }, userId, { ip, agent, supportBy }) {
      const token = newToken()
      const now = clock.now()
      await tx
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - SESSION_IDLE_MS)]),
        )
        .execute()
      await tx
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          id: newId(now),
          user_id: userId,
          created_at: now,
          last_seen_at: now,
          expires_at: now + (supportBy === undefined ? MAX_SESSION_MS : SUPPORT_SESSION_MS),
          support_by: supportBy ?? null,
          ip,
          agent: agent.slice(0, 300),
        })
        .execute()
      return token
    },

    find,

    async end({ db: tx, afterCommit }, sessionHash) {
      await tx.deleteFrom('sessions').where('token_hash', '=', sessionHash).execute()
      afterCommit(() => end([sessionHash]))
    },

    async endById({ db: tx, afterCommit }, userId, id) {
      const row = await tx
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning(['token_hash', 'agent'])
        .executeTakeFirst()
      if (!row) return undefined
      afterCommit(() => end([row.token_hash]))
      return deviceOf(row.agent ?? '')
    },

    async list({ userId, sessionHash }) {
      const now = clock.now()
      const rows = await db.read
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', now - SESSION_IDLE_MS)
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(MAX_LISTED_SESSIONS)
        .execute()
      const sessions = rows.map((row) => ({
        id: row.id ?? '',
        device: row.support_by === null ? deviceOf(row.agent ?? '') : 'Support, reading only',
        place: row.ip,
        created_at: new Date(row.created_at).toISOString(),
        last_seen_at: new Date(row.last_seen_at).toISOString(),
        is_current: row.token_hash === sessionHash,
      }))
      return sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current))
    },

    endTokens: ({ afterCommit }, hashes) => afterCommit(() => end(hashes)),

    async endAll({ db: tx, afterCommit }, userId, exceptHash = '') {
      const rows = await tx
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('token_hash', '!=', exceptHash)
        .returning('token_hash')
        .execute()
      afterCommit(() => end(rows.map((row) => row.token_hash)))
    },

    onEnd(sessionHash, listener) {
      const ofSession = listeners.get(sessionHash) ?? new Set()
      listeners.set(sessionHash, ofSession.add(listener))
      return () => {
        ofSession.delete(listener)
        if (ofSession.size === 0 && listeners.get(sessionHash) === ofSession)
          listeners.delete(sessionHash)
      }
    },
  }
}
