// The page in a file: what it shows lies beside it.
import { openPage } from "./app.js";

openPage(JSON.parse(document.getElementById("payload").textContent));
