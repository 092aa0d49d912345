import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { hasIcon } from '@typecase/ui/icon-names'
import { expect, test } from 'vitest'

import { authorProblems } from '../../src/kernel/author-problems.ts'
import { createRegistry } from '../../src/kernel/registry.ts'
import { shellSlots } from '../../src/shell/slots.ts'

const modules = import.meta.glob<{ default: Plugin }>('../../plugins/*/plugin.ts', { eager: true })

test('plugins fill only slots that exist, and use only icons that exist', () => {
  const registry = createRegistry()
  const plugins = Object.values(modules).map((module) => module.default)
  expect(plugins.length).toBeGreaterThan(10)
  registry.setPlugins(plugins)
  expect(authorProblems({ registry, slots: shellSlots, conflicts: [], hasIcon })).toEqual([])
})
