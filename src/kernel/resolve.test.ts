import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { route } from '@typecase/plugin-sdk/route'
import { provide, token } from '@typecase/plugin-sdk/token'
import { assert, property, shuffledSubarray } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { resolve } from './resolve.ts'

const Picker = token<string>('media.picker', 2)
const OldPicker = token<string>('media.picker', 1)
const Api = token<string>('core.api', 1)

function plugin(id: string, rest: Partial<Plugin> = {}): Plugin {
  return { id, version: '1.0.0', api: 1, title: id, ...rest }
}

const page = (id: `${string}.${string}`, path: string) =>
  route({
    id,
    mount: 'bucket',
    path,
    title: id,
    load: () => Promise.resolve({ default: () => null }),
  })

function idsOf({ accepted }: { accepted: readonly Plugin[] }): string[] {
  return accepted.map(({ id }) => id)
}

function reasonOf(plugins: Plugin[], id: string, absent: Plugin[] = []): string | undefined {
  return resolve(plugins, [Api], absent).rejected.get(id)?.message
}

describe('the order of plugins', () => {
  test('puts needed plugins first, then follows `order`, then the id', () => {
    const objects = plugin('objects', { needs: [Picker, Api], order: 1 })
    const media = plugin('media', { provides: [provide(Picker, () => '')], order: 900 })
    const latePlugin = plugin('aaa', { order: 200 })
    expect(idsOf(resolve([latePlugin, objects, media, plugin('b'), plugin('a')], [Api]))).toEqual([
      'a',
      'b',
      'aaa',
      'media',
      'objects',
    ])
  })

  test('does not depend on the order of arrival', () => {
    const plugins = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index, ids) =>
      plugin(id, {
        order: index % 2,
        provides: [provide(token(`${id}.x`, 1), () => id)],
        needs: index > 2 ? [token(`${ids[index - 2] ?? ''}.x`, 1)] : [],
      }),
    )
    const expected = idsOf(resolve(plugins, []))
    assert(
      property(shuffledSubarray(plugins, { minLength: plugins.length }), (shuffled) => {
        expect(idsOf(resolve(shuffled, []))).toEqual(expected)
      }),
    )
  })
})

describe('the needs of plugins', () => {
  test('are reported with the major version of a missing service, and who provides another one', () => {
    const media = plugin('media', { provides: [provide(OldPicker, () => '')] })
    const objects = plugin('objects', { needs: [Picker] })
    expect(reasonOf([objects, media], 'objects')).toBe(
      '“objects” needs the service media.picker@2, which no plugin provides; “media” provides media.picker@1.',
    )
  })

  test('are reported with the plugin of the service if that is switched off', () => {
    const media = plugin('media', { provides: [provide(Picker, () => '')] })
    const objects = plugin('objects', { needs: [Picker] })
    expect(reasonOf([objects], 'objects', [media])).toBe(
      '“objects” needs the service media.picker@2 of the plugin “media”, which is switched off or faulty.',
    )
  })

  test('reject all plugins that depend on a rejected one, and no others', () => {
    const Middle = token<string>('middle.x', 1)
    const broken = plugin('base', {
      needs: [token('no one.x', 1)],
      provides: [provide(Picker, () => '')],
    })
    const middle = plugin('middle', { needs: [Picker], provides: [provide(Middle, () => '')] })
    const top = plugin('top', { needs: [Middle] })
    const { accepted, rejected } = resolve([top, middle, broken, plugin('free')], [])
    expect(idsOf({ accepted })).toEqual(['free'])
    expect([...rejected.keys()].sort()).toEqual(['base', 'middle', 'top'])
  })

  test('are reported as a cycle, and as a missing service for a plugin that depends on the cycle', () => {
    const A = token<string>('a.x', 1)
    const B = token<string>('b.x', 1)
    const a = plugin('a', { needs: [B], provides: [provide(A, () => '')] })
    const b = plugin('b', { needs: [A], provides: [provide(B, () => '')] })
    const c = plugin('c', { needs: [A] })
    const { accepted, rejected } = resolve([a, b, c, plugin('d')], [])
    expect(idsOf({ accepted })).toEqual(['d'])
    expect(rejected.get('a')?.message).toContain('“a”, “b” depend on each other in a cycle')
    expect(rejected.get('c')?.message).toContain('needs the service a.x@1 of the plugin “a”')
  })
})

describe('invalid plugins', () => {
  test.each([
    [plugin('Media'), 'must be lower-case words'],
    [plugin('media', { api: 2 as 1 }), 'was written for version 2 of the plugin SDK'],
    [plugin('media', { routes: [page('other.list', 'media')] }), 'must be called “media.…”'],
    [
      plugin('media', { routes: [page('media.list', 'a'), page('media.list', 'b')] }),
      'contributes the route “media.list” twice',
    ],
    [
      plugin('media', { routes: [page('media.a', 'media/$a'), page('media.b', 'media/$b')] }),
      'which is contributed twice',
    ],
  ])('%#: are rejected with a reason', (faulty, reason) => {
    const { accepted, rejected } = resolve([faulty, plugin('other')], [])
    expect(idsOf({ accepted })).toEqual(['other'])
    expect(rejected.get(faulty.id)?.message).toContain(reason)
  })

  test('include the later of two with the same address, and a rival of a service of the core', () => {
    const first = plugin('first', { routes: [page('first.list', 'x/$id')], order: 1 })
    const second = plugin('second', { routes: [page('second.list', 'x/$slug')] })
    expect(reasonOf([second, first], 'second')).toContain('already contributed by “first”')
    const core = plugin('rival', { provides: [provide(Api, () => '')] })
    expect(reasonOf([core], 'rival')).toContain('already contributed by the core')
  })
})
