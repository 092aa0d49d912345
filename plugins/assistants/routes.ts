import { bucketSettings } from '@typecase/content/slots'
import { route } from '@typecase/plugin-sdk/route'
import { section, sectionRoute } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

export const settingsRoute = sectionRoute(bucketSettings)

export const assistantsSection = section(bucketSettings, {
  id: 'assistants.assistants',
  title: 'Assistants',
  icon: 'sparkles',
  order: 57,
  keywords: ['ai', 'mcp', 'claude', 'chatgpt', 'cursor', 'oauth', 'connected', 'agents'],
  commandTitle: 'Open assistants',
  when: has('route.bucketSlug'),
  load: () => import('./views/assistants-section.tsx'),
})

/** The page to which an assistant sends the user for consent (OAuth 2.1). The assistant defines the query. */
export const consentRoute = route({
  id: 'assistants.consent',
  mount: 'root',
  path: 'oauth/authorize',
  title: 'Connect an assistant',
  search: () =>
    type({
      'client_id?': 'string',
      'redirect_uri?': 'string',
      'response_type?': 'string',
      'code_challenge?': 'string',
      'code_challenge_method?': 'string',
      // The router parses JSON in an address.
      'state?': 'unknown',
      'scope?': 'string',
      'resource?': 'string',
    }),
  load: () => import('./views/consent.tsx'),
})
