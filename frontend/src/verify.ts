import { mount } from 'svelte';
import './app.css';
import VerifyFile from './VerifyFile.svelte';
import { loadLanguage } from './lib/language';

void loadLanguage().then(() => mount(VerifyFile, { target: document.querySelector('#app')! }));
