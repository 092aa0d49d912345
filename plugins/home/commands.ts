import { defineCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { token } from '@typecase/plugin-sdk/token'
import { eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { homeRoute } from './routes.ts'

export interface HomePage {
  goToCard(number: number): void
}
export const homePage = token<HomePage>('home.page', 1)

const onHome = eq('route.id', homeRoute.id)

export const goToCard = defineCommand({
  id: 'home.go-to-card',
  title: 'Go to card',
  group: 'Home',
  icon: 'house',
  isInternal: true,
  when: onHome,
  effect: 'none',
  args: () => type({ number: 'number' }),
  runNow: ({ number }, { page }) => page(homePage)?.goToCard(number),
})

export const tryArgs = () => type({ content: "'blog' | 'shop' | 'docs' | 'import'" })

export const tryContent = defineCommand({
  id: 'home.try-content',
  title: 'Try it with content…',
  keywords: ['template', 'sample', 'start', 'getting started', 'first steps', 'onboarding'],
  group: 'Home',
  icon: 'sparkles',
  when: has('session.isLoggedIn'),
  effect: 'write',
  args: tryArgs,
  ask: {
    content: {
      kind: 'choice',
      title: 'Content',
      placeholder: 'Which content?',
      choices: [
        { value: 'blog', label: 'Blog', help: 'Posts, authors, categories', icon: 'file-text' },
        { value: 'shop', label: 'Shop', help: 'Products, categories', icon: 'shopping-cart' },
        { value: 'docs', label: 'Docs', help: 'Pages, sections', icon: 'book-open' },
        {
          value: 'import',
          label: 'Import my own',
          help: 'bucket.json, CSV, NDJSON',
          icon: 'upload',
        },
      ],
    },
  },
  load: async () => (await import('./runs.ts')).tryContent,
})

export const welcomed = defineCommand({
  id: 'home.welcomed',
  title: 'Close the welcome',
  group: 'Home',
  isInternal: true,
  when: has('session.isLoggedIn'),
  effect: 'write',
  load: async () => (await import('./runs.ts')).welcomed,
})

const keys: readonly KeyBinding[] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({
  keys: String(number),
  command: goToCard.id,
  args: { number },
  when: onHome,
}))

export default {
  commands: [goToCard, tryContent, welcomed],
  keys,
} satisfies PluginPart
