import { parseArgs } from 'node:util'

import { serveOverStdio } from '../packages/assistant/src/stdio-route.ts'
import { version } from './product-version.ts'
import { openServer } from './terminal/open-server.ts'
import { loadPlugins } from './terminal/plugin-modules.ts'
import { WrongArguments } from './terminal/problem.ts'

const USAGE = `Serves an assistant on this machine over standard input and output (Model Context Protocol).

  npx typecase mcp [--bucket <slug>]

  --bucket <slug>   the default bucket of the tools
  --url <address>   the server (default http://127.0.0.1:4700)
  --token <token>   a personal access token; or TYPECASE_TOKEN
`

/** Runs `typecase mcp` until its input ends. @returns the exit code */
export async function mcpCommand(args: readonly string[]): Promise<number> {
  const { bucket, help, ...who } = readArguments(args)
  if (help) {
    process.stdout.write(USAGE)
    return 0
  }
  const { url, token = '' } = await openServer({
    ...who,
    isDry: false,
    isAgreed: false,
    isJson: false,
    isSaved: false,
    isHelp: false,
  })
  serveOverStdio({ loadPlugins, url, token, bucket, version })
  await new Promise((resolve) => process.stdin.once('close', resolve))
  return 0
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        bucket: { type: 'string' },
        url: { type: 'string' },
        token: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (reason) {
    throw new WrongArguments(reason instanceof Error ? reason.message : String(reason))
  }
}
