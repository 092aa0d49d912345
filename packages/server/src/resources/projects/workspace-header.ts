import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { FastifyRequest } from 'fastify'

/** The workspace that a request names in its header; absent or empty is the default one. */
export function workspaceOf({ headers }: FastifyRequest): string {
  const { workspace } = headers
  return typeof workspace === 'string' && workspace !== '' ? workspace : DEFAULT_WORKSPACE
}
