import { configure } from 'arktype/config'

// The content security policy forbids `eval`. Set before arktype itself is evaluated.
configure({ jitless: true })
