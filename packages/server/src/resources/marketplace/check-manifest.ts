import type { ErrorDetail } from '@typecase/contract/errors'
import {
  type ExtensionCommand,
  type ExtensionManifest,
  extensionManifest,
} from '@typecase/contract/extension-manifest'
import { webAddress } from '@typecase/contract/field-rules'

import { Failure, invalid } from '../../http/failure.ts'
import { assertBounded } from '../../http/json-bounds.ts'
import { validate } from '../../http/validate.ts'

/**
 * Parses and checks the manifest of an extension.
 * @throws Failure `invalid` with a detail for each broken rule, with paths such as `manifest.commands.2.title`
 */
export function checkManifest(text: string): ExtensionManifest {
  const manifest = withinManifest(() => validate(extensionManifest, parse(text)))
  // `validate` has checked the type, so the cast is safe.
  const checked = manifest as ExtensionManifest
  const broken = [...brokenRules(checked)]
  if (broken.length > 0) throw invalid(broken)
  return checked
}

function parse(text: string): unknown {
  let isPlain = true
  const manifest = readJson(text, (_key, value: unknown) => {
    isPlain &&= typeof value !== 'string' || !value.includes('\0')
    return value
  })
  assertBounded(manifest)
  // PostgreSQL cannot store this character in a text.
  if (!isPlain) throw invalid('body', 'body must not hold the character U+0000', 'letters')
  return manifest
}

function readJson(text: string, revive: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive)
  } catch {
    throw invalid('body', 'body must be JSON', 'json')
  }
}

/** Changes the paths of errors to refer to the manifest instead of the request's body. */
function withinManifest<T>(check: () => T): T {
  try {
    return check()
  } catch (reason) {
    const details = reason instanceof Failure ? reason.extra.details : undefined
    if (!details) throw reason
    throw invalid(
      details.map(({ path, message, ...rest }) => {
        const label = path === 'body' ? 'manifest' : `manifest.${path}`
        return { path: label, message: message.replace(path, () => label), ...rest }
      }),
    )
  }
}

/** Checks the rules that concern several fields. */
function* brokenRules({
  permissions,
  commands = [],
  homepage = '',
}: ExtensionManifest): Iterable<ErrorDetail> {
  const noAddress = webAddress('manifest.homepage', homepage)
  if (noAddress) yield { path: 'manifest.homepage', message: noAddress, rule: 'url' }
  if (permissions.includes('objects:write') && !permissions.includes('objects:read')) {
    const path = 'manifest.permissions'
    yield {
      path,
      message: `${path} must have objects:read in addition to objects:write`,
      rule: 'requires',
    }
  }
  yield* twice('manifest.permissions', permissions)
  yield* twice(
    'manifest.commands',
    commands.map(({ name }) => name),
    '.name',
  )
  for (const [index, command] of commands.entries()) {
    const path = `manifest.commands.${index}`
    if (command.effect === 'write' && !permissions.includes('objects:write')) {
      const message = `${path}.effect must not be write without the permission objects:write`
      yield { path: `${path}.effect`, message, rule: 'requires' }
    }
    if (command.about === 'objects' && !permissions.includes('objects:read')) {
      const message = `${path}.about must not be objects without the permission objects:read`
      yield { path: `${path}.about`, message, rule: 'requires' }
    }
    yield* brokenArguments(`${path}.arguments`, command)
  }
}

function* brokenArguments(
  path: string,
  { arguments: all = [] }: ExtensionCommand,
): Iterable<ErrorDetail> {
  yield* twice(
    path,
    all.map(({ name }) => name),
    '.name',
  )
  for (const [index, { kind, choices }] of all.entries()) {
    const fieldPath = `${path}.${index}.choices`
    if (kind === 'choice' && !choices)
      yield { path: fieldPath, message: `${fieldPath} is a required field`, rule: 'required' }
    if (kind !== 'choice' && choices)
      yield {
        path: fieldPath,
        message: `${fieldPath} is for arguments of the kind choice`,
        rule: 'kind',
      }
  }
}

function* twice(path: string, values: readonly string[], field = ''): Iterable<ErrorDetail> {
  for (const [index, value] of values.entries()) {
    if (values.indexOf(value) === index) continue
    const fieldPath = `${path}.${index}${field}`
    yield { path: fieldPath, message: `${fieldPath} is listed twice`, rule: 'unique' }
  }
}
