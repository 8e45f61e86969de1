import { readFileSync } from "node:fs";
import {
  checkPackage,
  createPackageFromTarballData,
} from "@arethetypeswrong/core";

const tarball = new Uint8Array(readFileSync(process.argv[2]));
const { problems } = await checkPackage(createPackageFromTarballData(tarball));
console.log(JSON.stringify(problems));
