import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bucketSlug } from './slugs.ts'

/** Milliseconds after which a silent tab counts as closed. Browsers let hidden tabs speak about once a minute. */
export const PRESENCE_LASTS = 75_000

/** A tab in which an object is open. `field` is the path of the field that has the focus, as in `metadata.teaser`. */
export const present = () => type({ user_id: id(), tab_id: id(), field: 'string | null' })
export type Present = ReturnType<typeof present>['infer']

export const setPresence = endpoint({
  id: 'presence.set',
  method: 'POST',
  path: '/presence/set',
  auth: 'session',
  summary:
    'Reports which object a tab has open and which field has the focus; null for none. It expires after 75 seconds unless repeated. Returns the tabs that have the same object open, including this one.',
  body: () =>
    type({
      slug: bucketSlug(),
      /** Chosen by the tab. */
      tab_id: id(),
      object_id: id().or('null'),
      'field?': 'string <= 200 | null',
    }),
  response: () => type({ people: present().array() }),
  // Only kept in memory.
  isRepeatable: true,
})
