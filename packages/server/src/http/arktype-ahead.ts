import { configure } from 'arktype/config'

// Imported before anything that imports arktype, which compiles validators for all its keywords on load: a third of the
// server's start, for keywords that no one checks against. `arktype-compiled.ts` turns compiling on again.
configure({ jitless: true })
