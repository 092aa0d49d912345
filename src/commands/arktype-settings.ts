import { configure } from 'arktype/config'

// The content security policy forbids `eval`. This must run before arktype itself is evaluated.
configure({ jitless: true })
