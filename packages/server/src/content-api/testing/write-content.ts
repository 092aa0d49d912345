import type { Endpoint } from '@typecase/contract/endpoint'

import type { Owner } from '../../testing/people.ts'
import type { Answer, RawInput, TestServer } from '../../testing/test-server.ts'

/** Writes with the bucket's write key, as clients do. */
export function writeContent(
  server: TestServer,
  { bucket }: Owner,
  endpoint: Endpoint,
  { params, ...input }: RawInput = {},
  headers: Record<string, string> = {},
): Promise<Answer<unknown>> {
  return server.send(
    endpoint,
    { params: { slug: bucket.slug, ...params }, ...input },
    { token: bucket.api_access.write_key, headers },
  )
}
