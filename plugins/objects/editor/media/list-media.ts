import { endpoint } from '@typecase/contract/endpoint'
import { type } from 'arktype'

/** The media call of specification §7, as far as searching by name needs it. */
export const listMedia = endpoint({
  id: 'media.list',
  method: 'GET',
  path: '/media/list',
  auth: 'user',
  summary: 'Media of a bucket by query.',
  query: () => type({ slug: 'string', 'limit?': 'number', 'skip?': 'number', 'query?': 'string' }),
  response: () =>
    type({ media: type({ name: 'string', original_name: 'string' }).array(), total: 'number' }),
})
