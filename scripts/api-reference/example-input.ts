import type { RawInput } from '@typecase/server/testing/test-server'

import type { Fixture } from './fixture.ts'

/** A file of a form. */
export interface ExampleFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The input of an example. */
export interface ExampleInput extends RawInput {
  readonly form?: Readonly<Record<string, string | ExampleFile>>
  /** A body that is not JSON. */
  readonly file?: ExampleFile
  readonly headers?: Readonly<Record<string, string>>
  /** Overrides the owner's token. */
  readonly token?: string
  /** Keys of the response with numbers that differ from run to run. */
  readonly measured?: readonly string[]
}

/** Inputs by endpoint id. */
export type ExampleInputs = Readonly<
  Record<string, (fixture: Fixture) => ExampleInput | Promise<ExampleInput>>
>
