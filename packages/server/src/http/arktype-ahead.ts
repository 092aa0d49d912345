import { configure } from 'arktype/config'

// Import this before any module that imports arktype. Arktype compiles validators for all its keywords on load, which
// takes a third of the server's start, and we never use them. `arktype-compiled.ts` turns compiling on again.
configure({ jitless: true })
