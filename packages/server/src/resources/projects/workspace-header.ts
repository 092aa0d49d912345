import type { FastifyRequest } from 'fastify'

/** The workspace that a request names in its header; absent or empty is the default one. */
export function workspaceOf({ headers }: FastifyRequest): string | undefined {
  const { workspace } = headers
  return typeof workspace === 'string' && workspace !== '' ? workspace : undefined
}
