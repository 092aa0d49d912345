import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import { expect, test } from 'vitest'

import { manifest } from './manifest.fixture.ts'
import { describeConsent, limitsConnections } from './permission-words.ts'

const END =
  'It can never do more than the person who uses it, and runs apart from the dashboard, without your session.'
const hosts = ['https://api.example.com', 'https://example.org:8443']

test.each<[Partial<ExtensionManifest>, string]>([
  [{}, 'It can’t read the content of this bucket. It can’t connect to other servers.'],
  [
    { hosts },
    'It can connect to api.example.com and example.org:8443. It can’t read the content of this bucket.',
  ],
  [{ permissions: ['media:read'] }, 'It can read media. It can’t connect to other servers.'],
  [
    { permissions: ['objects:read'], hosts },
    'It can read objects and object types and send what it reads to api.example.com and example.org:8443.',
  ],
])(
  'the consent names what the extension reads and where it can send that: %j',
  (more, sentences) => {
    expect(describeConsent({ ...manifest, permissions: [], ...more }, true)).toBe(
      `${sentences} ${END}`,
    )
  },
)

test.each<[Partial<ExtensionManifest>, string]>([
  [
    {},
    'It can’t read the content of this bucket. This browser can’t stop it from connecting elsewhere.',
  ],
  [
    { permissions: ['media:read'] },
    'It can read media. This browser can’t stop it from sending what it reads elsewhere.',
  ],
  [
    { permissions: ['media:read'], hosts: ['https://api.example.com'] },
    'It can read media and send what it reads to api.example.com. This browser can’t stop it from sending what it reads elsewhere.',
  ],
])('the consent says that the browser cannot limit connections: %j', (more, sentences) => {
  const requestedManifest = { ...manifest, permissions: [], ...more }
  expect(describeConsent(requestedManifest, false)).toBe(`${sentences} ${END}`)
})

test.each([
  ['Firefox, Safari', undefined, false],
  ['Chromium before the allowlist', [{ brand: 'Chromium', version: '151' }], false],
  [
    'Edge',
    [
      { brand: 'Not A Brand', version: '999' },
      { brand: 'Chromium', version: '152' },
    ],
    true,
  ],
])(
  'limitsConnections knows whether the browser limits connections: %s',
  (_name, brands, isLimited) => {
    expect(limitsConnections(brands ? { userAgentData: { brands } } : {})).toBe(isLimited)
  },
)
