import { launch, serveSite } from "./browser/site.mjs";
const s = await serveSite(); const b = await launch();
for (const w of [1280, 360]) { const p = await (await b.newContext({viewport:{width:w,height:900},serviceWorkers:"block"})).newPage();
for (const l of ["en","zh"]) for (const path of ["why-position/","ladder/","sinusoids/","what-waves-can-do/","code/","learned-tables/","putting-them-in/","relative-positions/","rope-and-alibi/","other-designs/","long-context/","choosing/","questions/"]) {
 await p.goto(s.url+l+"/"+path); await p.waitForTimeout(200);
 const r = await p.evaluate(()=>[...document.querySelectorAll("main .formula, main .display, main math[display=block]")].map(e=>{const m=e.matches("math")?e:e.querySelector("math"); const box=e.closest(".formula,.display")??e.parentElement; return [box.className, box.scrollWidth-box.clientWidth, box.scrollHeight-box.clientHeight, m?.textContent.slice(0,50)]}).filter(x=>x[1]>0||x[2]>0));
 for(const x of r) console.log(w,l,path,JSON.stringify(x)); } }
await b.close(); await s.close();
