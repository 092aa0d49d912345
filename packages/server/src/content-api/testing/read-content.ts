import type { Endpoint } from '@typecase/contract/endpoint'
import { findObjects } from '@typecase/contract/content'

import type { Owner } from '../../testing/people.ts'
import type { Answer, TestServer } from '../../testing/test-server.ts'

/** The fields of a content API object that tests check. */
export interface ContentAnswer {
  id: string
  title: string
  slug: string
  status: string
  metadata: Record<string, unknown>
  [field: string]: unknown
}

type Query = Record<string, unknown>

/** Reads with the bucket's read key, as clients do. */
export function readContent(
  server: TestServer,
  { bucket }: Owner,
  endpoint: Endpoint,
  query: Query = {},
  params: Record<string, string> = {},
): Promise<Answer<unknown>> {
  return server.send(endpoint, {
    params: { slug: bucket.slug, ...params },
    query: { read_key: bucket.api_access.read_key, ...query },
  })
}

/** Reads the objects of a list; a `query` object is sent as JSON. */
export async function objectsOf(
  server: TestServer,
  owner: Owner,
  { query, ...others }: Query = {},
): Promise<ContentAnswer[]> {
  const json = typeof query === 'object' ? JSON.stringify(query) : query
  const answer = await readContent(server, owner, findObjects, { query: json, ...others })
  // `ok` returns the success body of this endpoint.
  return (answer.ok() as { objects: ContentAnswer[] }).objects
}

export async function titlesOf(
  server: TestServer,
  owner: Owner,
  query: Query = {},
): Promise<string[]> {
  return (await objectsOf(server, owner, query)).map(({ title }) => title)
}
