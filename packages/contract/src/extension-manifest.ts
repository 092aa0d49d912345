import { type } from 'arktype'

/** The major version of the SDK that extensions are written for. */
export const EXTENSION_API = 1

/** Permissions of an extension, in words that follow “may”. It can never do more than its user can. */
export const extensionPermissionWords = {
  'objects:read': 'read objects and object types',
  'objects:write': 'propose changes to objects, which you review and apply',
  'media:read': 'read media',
} as const
export type ExtensionPermission = keyof typeof extensionPermissionWords
/** A permission that a manifest asks for. */
export const extensionPermission = () => type("'objects:read' | 'objects:write' | 'media:read'")

/** The id of an extension: lower-case words joined by -. */
export const extensionId = () =>
  type(/^[a-z][a-z0-9]{0,39}(-[a-z0-9]{1,40}){0,5}$/).describe(
    'an extension’s id: lower-case words joined by -',
  )
const version = () => type(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/).describe('a version such as 1.4.0')
const title = () => type('0 < string <= 60')
const icon = () => type(/^[a-z0-9-]{1,40}$/).describe('the name of a Lucide icon')
const name = () => type(/^[a-z][a-z0-9-]{0,39}$/).describe('lower-case letters, digits and -')
/** An origin that an extension may send to: https, without a path. */
export const extensionHost = () =>
  type(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/).describe(
    'an https origin such as https://api.example.com',
  )

/** An argument that a command prompts for. */
export const extensionArgument = () =>
  type({
    name: name(),
    title: title(),
    kind: "'text' | 'multiline' | 'number' | 'boolean' | 'choice'",
    'help?': 'string <= 200',
    /** The options of a `choice`. */
    'choices?': type({ value: 'string <= 100', label: '0 < string <= 100' })
      .array()
      .atLeastLength(1)
      .atMostLength(100),
    /** Whether the argument may be left empty. */
    'is_optional?': 'boolean',
  })
export type ExtensionArgument = ReturnType<typeof extensionArgument>['infer']

/** A command that a manifest declares. */
export const extensionCommand = () =>
  type({
    name: name(),
    title: title(),
    'keywords?': type('(0 < string <= 60)[] <= 20'),
    'icon?': icon(),
    /** `objects`: the selection, or the open object. `bucket`: no object in particular. */
    about: "'objects' | 'bucket'",
    /** A command that writes returns its changes; the dashboard shows and applies them. */
    effect: "'none' | 'write'",
    'arguments?': extensionArgument().array().atMostLength(10),
    /** Suggested keys in tinykeys’ syntax. Keys that are in use stay with their command. */
    'keys?': '0 < string <= 40',
  })
export type ExtensionCommand = ReturnType<typeof extensionCommand>['infer']

/**
 * `manifest.json` of an extension: everything that the dashboard knows of it before its code runs. With version 1 of
 * the API, an extension has at most one page, one panel of the object editor, and 50 commands.
 */
export const extensionManifest = () =>
  type({
    id: extensionId(),
    version: version(),
    api: `${EXTENSION_API}`,
    title: title(),
    description: '0 < string <= 300',
    author: '0 < string <= 100',
    'icon?': icon(),
    'homepage?': type('string.url <= 500'),
    permissions: extensionPermission().array().atMostLength(20),
    /** Hosts that its code may connect to. */
    'hosts?': extensionHost().array().atMostLength(10),
    /** The module to run, by its path in the extension. */
    entry: type(/^[\w-]+(\/[\w-]+){0,5}\.js$/).describe('the path of a .js file'),
    /** A page in the sidebar of the bucket. */
    'page?': type({ title: title(), 'icon?': icon() }),
    /** A panel next to the open object. */
    'panel?': type({ title: title() }),
    'commands?': extensionCommand().array().atMostLength(50),
  })
export type ExtensionManifest = ReturnType<typeof extensionManifest>['infer']
