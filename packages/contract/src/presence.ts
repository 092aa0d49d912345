import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bucketSlug } from './slugs.ts'

/** Milliseconds after which a silent tab counts as closed. Browsers run timers of hidden tabs about once a minute. */
export const PRESENCE_LASTS = 75_000

/** A tab with an open object. `field` is the path of the focused field, such as `metadata.teaser`. */
export const present = () => type({ user_id: id(), tab_id: id(), field: 'string | null' })
export type Present = ReturnType<typeof present>['infer']

export const setPresence = endpoint({
  id: 'presence.set',
  method: 'POST',
  path: '/presence/set',
  auth: 'session',
  summary:
    'Reports which object a tab has open and which field has the focus; null for none. The report expires after 75 seconds; repeat it before then. Returns the tabs that have the same object open, including this one.',
  body: () =>
    type({
      slug: bucketSlug(),
      /** An id that the tab chose. */
      tab_id: id(),
      object_id: id().or('null'),
      'field?': 'string <= 200 | null',
    }),
  response: () => type({ people: present().array() }),
  // Presence is only kept in memory.
  isRepeatable: true,
})
