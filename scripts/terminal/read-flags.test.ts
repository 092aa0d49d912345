import { execFileSync } from 'node:child_process'

import { argumentsOf } from '@typecase/plugin-sdk/arguments'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { flagOf } from '@typecase/plugin-sdk/flags'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { terminalLine, terminalUsage } from '@typecase/plugin-sdk/terminal-line'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { readCommands, type TerminalCommand } from './commands.ts'
import { general, scope as scopeOptions } from './options.ts'
import { checkedArgs, readFlags } from './read-flags.ts'
import { assertScope, readScope } from './read-scope.ts'

let all: readonly TerminalCommand[]
beforeAll(async () => {
  all = await readCommands()
})

function find(id: string): AnyCommand {
  const entry = all.find(({ command }) => command.id === id)
  if (!entry) throw new Error(`There is no ${id}`)
  return entry.command
}

const nowhere = { url: 'http://127.0.0.1:1' }

/** Returns the arguments for the words after a command's name, as `run-command.ts` assembles them. */
async function argsOf(command: AnyCommand, argv: readonly string[]): Promise<JsonObject> {
  const { args, scope } = readFlags(command, argv)
  if (!scope) return checkedArgs(command, args)
  assertScope(scope)
  checkedArgs(command, { ...args, scope: { kind: 'ids', ids: [] } })
  return checkedArgs(command, { ...args, scope: await readScope(scope, nowhere, 'archive') })
}

describe('the flags of a command', () => {
  test.each([
    ['--frob', 'objects.publish', '--all', '--frob'],
    ['stray', 'objects.publish', '--all', 'stray'],
    ['--find is a required field', 'objects.replace', '--all', '--replace', 'x'],
    ['--find is a required field', 'objects.replace', '--all', '--replace', 'x', '--find', ''],
    ['--options must be', 'objects.replace', '--all', '--find=a', '--replace=b', '--options=loud'],
    ['--find is given more than once', 'objects.replace', '--all', '--find=a', '--find=b'],
    ['--at must be', 'objects.schedule-publish', '--all', '--at', 'soon'],
    ['--op must be', 'objects.set-field', '--all', '--field=title', '--op=frob'],
    ['--value is a required', 'objects.set-field', '--all', '--field=title', '--op=set'],
    ['--confirmation must be', 'trash.empty', '--confirmation', 'yes'],
    ['Say which objects: --ids', 'objects.publish'],
    ['Say which objects: --ids', 'objects.publish', '--no-all'],
    ['not --ids and --all', 'objects.publish', '--all', '--ids', 'a'],
    ['--ids names no object', 'objects.publish', '--ids', ' , '],
    ['--type goes with', 'objects.publish', '--all', '--type', 'works'],
    ['--query must be', 'objects.publish', '--query', '[1]'],
    ['--query must be', 'objects.publish', '--query', 'type'],
  ])('fail with an error that contains “%s”', async (words, id, ...argv) => {
    await expect(argsOf(find(id), argv)).rejects.toThrow(words)
  })

  test.each<[string, string[], object]>([
    [
      'objects.replace',
      ['--type', 'works', '--find', '5', '--replace=', '--fields', 'title,slug'],
      {
        scope: { kind: 'query', query: { type: 'works' }, total: 0 },
        find: '5',
        replace: '',
        fields: ['title', 'slug'],
      },
    ],
    [
      'objects.set-field',
      ['--query', '{"a":1}', '--type', 'b', '--field', 'x', '--op', 'set', '--value', '5'],
      {
        scope: { kind: 'query', query: { a: 1, type: 'b' }, total: 0 },
        field: 'x',
        op: 'set',
        value: 5,
      },
    ],
    [
      'objects.schedule-publish',
      ['--ids', 'a', '--ids', 'b, c', '--at', '2030-01-31T09:00Z', '--except-types', 'x'],
      {
        scope: { kind: 'ids', ids: ['a', 'b', 'c'], except: { types: ['x'] } },
        at: Date.UTC(2030, 0, 31, 9),
      },
    ],
    // These commands differ only in their defaults.
    [
      'objects.publish-all-locales',
      ['--all'],
      { scope: { kind: 'query', query: {}, total: 0 }, all_versions: true },
    ],
  ])('%s reads its arguments from %s', async (id, argv, args) => {
    expect(await argsOf(find(id), argv)).toEqual(args)
  })

  test('never shadow the flags that all commands share', () => {
    const hidden = all.flatMap(({ command }) => {
      const args = argumentsOf(command)
      const isScoped = args.some(({ shape }) => shape.kind === 'scope')
      const taken = { ...general, ...(isScoped && scopeOptions) }
      return args
        .filter(
          ({ key, shape }) => shape.kind !== 'scope' && key !== 'bucket' && flagOf(key) in taken,
        )
        .map(({ key }) => `${command.id} ${key}`)
    })
    expect(hidden).toEqual([])
  })
})

describe('the terminal line of a command', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('-x', '--all', "it's", '5', 'null', '"', 'a,b', '$HOME `x`'),
  )
  const id = fc.stringMatching(/^[0-9a-f]{24}$/)
  const except = fc.option(fc.record({ ids: fc.array(id, { minLength: 1 }) }), { nil: undefined })
  const scope = fc
    .tuple(
      fc.oneof(
        fc.record({ kind: fc.constant('ids'), ids: fc.array(id, { minLength: 1 }) }),
        fc.record({
          kind: fc.constant('query'),
          query: fc.oneof(fc.record({ type: text }), fc.record({ title: text }), fc.constant({})),
          total: fc.constant(0),
        }),
      ),
      except,
    )
    .map(([which, out]) => ({ ...which, ...(out && { except: out }) }))
  const one = fc.oneof(
    fc.tuple(
      fc.constant('objects.replace'),
      fc.record(
        {
          scope,
          find: fc.string({ minLength: 1 }),
          replace: text,
          fields: fc.array(text, { minLength: 1 }),
          options: fc.subarray(['regex', 'whole_word'], { minLength: 1 }),
        },
        { requiredKeys: ['scope', 'find', 'replace'] },
      ),
    ),
    fc.tuple(
      fc.constant('objects.set-field'),
      fc.record({
        scope,
        field: text,
        op: fc.constant('set'),
        value: fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text)),
      }),
    ),
    fc.tuple(
      fc.constant('objects.publish'),
      fc.record({ scope, all_versions: fc.boolean() }, { requiredKeys: ['scope'] }),
    ),
  )

  /** Returns the words that a shell parses from lines. No word contains NUL, and no line here contains a line break. */
  function split(lines: readonly string[]): string[][] {
    const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\001\\0'`).join('\n')
    const words = execFileSync('sh', { input: script, encoding: 'utf8' }).split('\0').slice(0, -1)
    const all: string[][] = [[]]
    for (const word of words) {
      if (word === '\u0001') all.push([])
      else all.at(-1)?.push(word)
    }
    return all.slice(0, -1)
  }

  test('parses back into the same arguments', async () => {
    const cases = fc.sample(one, 300)
    const lines = cases.map(([id, args]) =>
      // Lone surrogates do not survive in any terminal.
      terminalLine(find(id), args as unknown as JsonObject, 'archive').toWellFormed(),
    )
    const words = split(lines)
    expect(words).toHaveLength(cases.length)
    for (const [at, [id, args]] of cases.entries()) {
      expect(words[at]?.slice(0, 4)).toEqual(['npx', 'typecase', ...id.split('.')])
      const read = await argsOf(find(id), words[at]?.slice(4) ?? [])
      expect(read, lines[at]).toEqual(wellFormed(args as unknown as Json))
    }
  })

  test('quotes only what a shell needs quoted, and shows placeholders in the usage', () => {
    const args = { scope: { kind: 'view', query: {}, total: 9 }, find: 'a b', replace: 'c' }
    expect(terminalLine(find('objects.replace'), args, 'archive')).toBe(
      "npx typecase objects replace --bucket archive --all --find 'a b' --replace c",
    )
    expect(terminalUsage(find('objects.move-to-locale'))).toBe(
      'npx typecase objects move-to-locale --bucket <slug> <which objects> --locale <text> [--publish]',
    )
    const change = { bucket: 'other', change_set_id: 'x' }
    expect(terminalLine(find('jobs.undo-change-set'), change, 'archive')).toBe(
      'npx typecase jobs undo-change-set --bucket other --change-set-id x',
    )
  })

  const wellFormed = (value: Json): Json => JSON.parse(JSON.stringify(value).toWellFormed()) as Json
})
