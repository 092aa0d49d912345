import { chromium } from '@playwright/test'
const [base,pw,scheme,width,prefix,...paths]=process.argv.slice(2)
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']})
const c=await b.newContext({viewport:{width:+width,height:900},colorScheme:scheme}); const p = await c.newPage()
await p.goto(base+'/login'); await p.getByRole('textbox',{name:/E-mail/}).fill('demo@typecase.example'); await p.getByLabel(/^Password/).fill(pw); await p.keyboard.press('Enter'); await p.waitForURL(/projects|dash/); await p.waitForTimeout(1200)
for(const x of paths){ const [n,path]=x.split('='); await p.goto(base+path); await p.waitForTimeout(1600); await p.screenshot({fullPage:!!process.env.FULL,path:`${prefix}-${n}-${scheme}-${width}.png`}) }
await b.close()
